#ifndef CCURL_H
#define CCURL_H

/*
 * libcurl's types and constants, and its functions behind a table that is filled at run time.
 *
 * The library is not linked but loaded when the first transport is made: linking it costs every
 * start of a program 4 ms and 6 MB, also where nothing is sent. The variadic functions have typed
 * wrappers, which Swift can call.
 */

#define CURL_DISABLE_TYPECHECK 1
#define CURL_DISABLE_DEPRECATION 1
#include <curl/curl.h>
#include <stdbool.h>
#include <stdint.h>

/* Loads libcurl once and initialises it; true if it is there. Any thread may call it. */
bool ccurl_load(void);

/* The file name that is asked for. */
const char *ccurl_library_name(void);

/* Why loading failed, in the dynamic linker's words; empty after a success. */
const char *ccurl_load_error(void);

/* Only the functions above may be called before ccurl_load() returned true. */

unsigned int ccurl_version_number(void);
const char *ccurl_version_text(void);
bool ccurl_has_feature(int feature);
const char *ccurl_error_text(CURLcode code);
const char *ccurl_multi_error_text(CURLMcode code);

/* Makes the calling thread's text UTF-8, where the system can: in the C locale, in which every
 * program starts, libcurl can't read names of hosts that aren't ASCII. */
void ccurl_use_utf8(void);

CURL *ccurl_easy_init(void);
void ccurl_easy_reset(CURL *easy);
void ccurl_easy_cleanup(CURL *easy);
CURLcode ccurl_easy_pause(CURL *easy, int mask);

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_offset(CURL *easy, CURLoption option, int64_t value);
CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value);
CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLcode ccurl_set_read_function(CURL *easy, curl_read_callback function);
CURLcode ccurl_set_seek_function(CURL *easy, curl_seek_callback function);
CURLcode ccurl_set_write_function(CURL *easy, curl_write_callback function);
CURLcode ccurl_set_header_function(CURL *easy, curl_write_callback function);
CURLcode ccurl_set_prerequest_function(CURL *easy, curl_prereq_callback function);
CURLcode ccurl_set_open_socket_function(CURL *easy, curl_opensocket_callback function);
CURLcode ccurl_set_close_socket_function(CURL *easy, curl_closesocket_callback function);

/* The value of an information, or -1 if there is none. */
long ccurl_get_long(CURL *easy, CURLINFO info);
int64_t ccurl_get_offset(CURL *easy, CURLINFO info);
/* Owned by the handle; NULL if there is none. */
const char *ccurl_get_string(CURL *easy, CURLINFO info);

/* Has the transfer's TLS connection read what there is before a write that fails ends it; false
 * where there is no TLS, or another library's than OpenSSL. For a transfer that has its connection,
 * and has sent nothing. `is_http2` if the connection may carry HTTP/2. */
bool ccurl_read_before_failing(CURL *easy, bool is_http2);

/* NULL if memory ran out; `list` is left as it was then. */
struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *text);
void ccurl_list_free(struct curl_slist *list);

CURLM *ccurl_multi_init(void);
CURLMcode ccurl_multi_cleanup(CURLM *multi);
CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value);
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_set_socket_function(CURLM *multi, curl_socket_callback function,
                                          void *context);
CURLMcode ccurl_multi_set_timer_function(CURLM *multi, curl_multi_timer_callback function,
                                         void *context);
/* `events` are CURL_CSELECT_ bits. */
CURLMcode ccurl_multi_act_on_socket(CURLM *multi, curl_socket_t socket, int events);
CURLMcode ccurl_multi_act_on_timeout(CURLM *multi);

/* Takes the next finished transfer; false if there is none. */
bool ccurl_multi_next_finished(CURLM *multi, CURL **easy, CURLcode *result);

/* A stream socket for `address` that children do not inherit; -1 with errno. */
curl_socket_t ccurl_socket_open(const struct curl_sockaddr *address);

/* The port that `socket` has on this side, or 0. */
uint16_t ccurl_socket_local_port(curl_socket_t socket);

#endif
