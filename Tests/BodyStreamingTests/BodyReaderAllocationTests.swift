#if canImport(Glibc)
import BodyStreaming
import Foundation
import TestSupport
import Testing

/// Counts what reading a file allocates.
///
/// The counter hooks nothing: it sets the whole arena of the C library beside what it was before.
/// A thread of its own, which does nothing but read, has an arena of its own, whose free and used
/// bytes no other test touches. The limit: an allocation that is freed before the reading ends and
/// fits into a free chunk of the arena leaves no trace, so each read is looked at by itself, with
/// the thread's cache of freed chunks emptied by what it holds.
@Suite struct BodyReaderAllocationTests {}
#endif
