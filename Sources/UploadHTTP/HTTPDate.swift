/// Reads the dates of HTTP.
///
/// Source: RFC 9110, section 5.6.7, https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
package enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The seconds since 1970 that `text` means, in any of the three formats, or `nil`.
    ///
    /// - Parameters:
    ///   - text: For example `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///   - now: The time in seconds since 1970: a year of two digits is the last one that is not
    ///     more than 50 years ahead.
    /// - Returns: The time, or `nil` if the text is no date.
    package static func parse(_ text: String, now: Int64) -> Int64? {
        let words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        switch words.count {
        case 6 where words[0].hasSuffix(",") && words[5] == "GMT":
            // IMF-fixdate: Sun, 06 Nov 1994 08:49:37 GMT
            return seconds(day: words[1], month: words[2], year: number(words[3], 4), words[4])
        case 4 where words[0].hasSuffix(",") && words[3] == "GMT":
            // RFC 850: Sunday, 06-Nov-94 08:49:37 GMT
            let date = words[1].split(separator: "-").map(String.init)
            guard date.count == 3, let short = number(date[2], 2) else { return nil }
            let (thisYear, _, _) = civil(fromDays: now.floored(by: 86_400))
            var year = thisYear - thisYear % 100 + short
            if year + 100 <= thisYear + 50 { year += 100 }
            if year > thisYear + 50 { year -= 100 }
            return seconds(day: date[0], month: date[1], year: year, words[2])
        case 5:
            // asctime: Sun Nov  6 08:49:37 1994
            let day = words[2].utf8.count == 1 ? "0" + words[2] : words[2]
            return seconds(day: day, month: words[1], year: number(words[4], 4), words[3])
        default:
            return nil
        }
    }

    private static func seconds(
        day: String,
        month: String,
        year: Int64?,
        _ time: String
    ) -> Int64? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard let day = number(day, 2), let year, (1...31).contains(day), clock.count == 3,
            let month = months.firstIndex(of: month).map({ Int64($0) + 1 }),
            let hour = number(clock[0], 2), let minute = number(clock[1], 2),
            let second = number(clock[2], 2), hour < 24, minute < 60, second <= 60
        else { return nil }
        let days = days(year: year, month: month, day: day)
        return ((days * 24 + hour) * 60 + minute) * 60 + second
    }

    private static func number(_ text: String, _ digitCount: Int) -> Int64? {
        guard text.utf8.count == digitCount, text.utf8.allSatisfy({ $0.decimalDigit != nil })
        else { return nil }
        return Int64(text)
    }

    /// The days since 1970 of a date, counted in eras of 400 years that begin in March, so that the
    /// leap day is a year's last.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = year.floored(by: 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The inverse of ``days(year:month:day:)``.
    private static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let days = days + 719_468
        let era = days.floored(by: 146_097)
        let dayOfEra = days - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted + (shifted < 10 ? 3 : -9)
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
            dayOfYear - (153 * shifted + 2) / 5 + 1
        )
    }
}

extension Int64 {
    /// The quotient, rounded towards the smaller number.
    fileprivate func floored(by divisor: Int64) -> Int64 {
        self >= 0 ? self / divisor : (self - divisor + 1) / divisor
    }
}
