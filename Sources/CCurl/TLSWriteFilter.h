#ifndef TLS_WRITE_FILTER_H
#define TLS_WRITE_FILTER_H

/*
 * Has what came from the peer read before a write that fails ends a TLS connection.
 *
 * libcurl frees the state of TLS with the first write that fails, and what the peer sent before it
 * reset the connection, an early answer, can be decrypted no more. A filter between OpenSSL and the
 * socket answers such a write as one that has to wait, until reading has come to the end of the
 * connection, or to its error: libcurl comes to the answer first.
 */

#include <stdbool.h>

/* Looks for what is needed of OpenSSL in the libraries that came with `library`; once. */
void tls_write_filter_load(void *library);

/* Puts a filter in front of what `ssl`, an `SSL *`, reads from and writes to; true if one is there. */
bool tls_write_filter_install(void *ssl, bool is_http2);

#endif
