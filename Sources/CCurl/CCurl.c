#define _GNU_SOURCE
#include "CCurl.h"
#include "TLSWriteFilter.h"

#include <dlfcn.h>
#include <locale.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#if defined(__APPLE__)
#include <xlocale.h>
#define LIBRARY_NAME "libcurl.4.dylib"
#else
#define LIBRARY_NAME "libcurl.so.4"
#endif

/* name, result, parameters */
#define FUNCTIONS(f)                                                                              \
    f(curl_global_init, CURLcode, (long))                                                         \
    f(curl_version_info, curl_version_info_data *, (CURLversion))                                 \
    f(curl_easy_strerror, const char *, (CURLcode))                                               \
    f(curl_multi_strerror, const char *, (CURLMcode))                                             \
    f(curl_easy_init, CURL *, (void))                                                             \
    f(curl_easy_reset, void, (CURL *))                                                            \
    f(curl_easy_cleanup, void, (CURL *))                                                          \
    f(curl_easy_pause, CURLcode, (CURL *, int))                                                   \
    f(curl_easy_setopt, CURLcode, (CURL *, CURLoption, ...))                                      \
    f(curl_easy_getinfo, CURLcode, (CURL *, CURLINFO, ...))                                       \
    f(curl_slist_append, struct curl_slist *, (struct curl_slist *, const char *))                \
    f(curl_slist_free_all, void, (struct curl_slist *))                                           \
    f(curl_multi_init, CURLM *, (void))                                                           \
    f(curl_multi_cleanup, CURLMcode, (CURLM *))                                                   \
    f(curl_multi_setopt, CURLMcode, (CURLM *, CURLMoption, ...))                                  \
    f(curl_multi_add_handle, CURLMcode, (CURLM *, CURL *))                                        \
    f(curl_multi_remove_handle, CURLMcode, (CURLM *, CURL *))                                     \
    f(curl_multi_socket_action, CURLMcode, (CURLM *, curl_socket_t, int, int *))                  \
    f(curl_multi_info_read, CURLMsg *, (CURLM *, int *))

#define DECLARE(name, result, parameters) result(*name) parameters;
static struct {
    FUNCTIONS(DECLARE)
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_loaded;
static char load_error[512];

static void *find(void *handle, const char *name) {
    void *address = dlsym(handle, name);
    if (!address && !load_error[0]) {
        snprintf(load_error, sizeof load_error, "it has no %s", name);
    }
    return address;
}

/* At exit OpenSSL frees what all of the process shares, while the thread of a transport may be about
   to close its connections with it, which then frees some of it again. The system takes everything
   back anyway. libcurl leaves OpenSSL as it is if it was initialised before. */
static void keep_tls_through_exit(void *handle) {
    enum { no_atexit = 0x00080000 };
    int (*initialise)(uint64_t, const void *);
    void *address = dlsym(handle, "OPENSSL_init_crypto");
    if (!address) return; /* Another library carries TLS. */
    memcpy(&initialise, &address, sizeof address);
    initialise(no_atexit, NULL);
}

static void load(void) {
    void *handle = dlopen(LIBRARY_NAME, RTLD_LAZY | RTLD_LOCAL);
    if (!handle) {
        const char *words = dlerror();
        snprintf(load_error, sizeof load_error, "%s", words ? words : "unknown reason");
        return;
    }
    /* memcpy: ISO C has no conversion from an object pointer to a function pointer. */
#define FIND(name, result, parameters)                                                            \
    do {                                                                                          \
        void *address = find(handle, #name);                                                      \
        memcpy(&library.name, &address, sizeof address);                                          \
    } while (0);
    FUNCTIONS(FIND)
    if (load_error[0]) return;
    keep_tls_through_exit(handle);
    CURLcode code = library.curl_global_init(CURL_GLOBAL_ALL);
    if (code != CURLE_OK) {
        snprintf(load_error, sizeof load_error, "%s", library.curl_easy_strerror(code));
        return;
    }
    tls_write_filter_load(handle);
    is_loaded = true;
}

bool ccurl_load(void) {
    pthread_once(&once, load);
    return is_loaded;
}

const char *ccurl_library_name(void) { return LIBRARY_NAME; }
const char *ccurl_load_error(void) { return load_error; }

unsigned int ccurl_version_number(void) {
    return library.curl_version_info(CURLVERSION_NOW)->version_num;
}

const char *ccurl_version_text(void) { return library.curl_version_info(CURLVERSION_NOW)->version; }

bool ccurl_has_feature(int feature) {
    return (library.curl_version_info(CURLVERSION_NOW)->features & feature) != 0;
}

const char *ccurl_error_text(CURLcode code) { return library.curl_easy_strerror(code); }
const char *ccurl_multi_error_text(CURLMcode code) { return library.curl_multi_strerror(code); }

static pthread_once_t locale_once = PTHREAD_ONCE_INIT;
static locale_t utf8_locale;

static void make_locale(void) { utf8_locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }

void ccurl_use_utf8(void) {
    pthread_once(&locale_once, make_locale);
    if (utf8_locale) uselocale(utf8_locale);
}

CURL *ccurl_easy_init(void) { return library.curl_easy_init(); }
void ccurl_easy_reset(CURL *easy) { library.curl_easy_reset(easy); }
void ccurl_easy_cleanup(CURL *easy) { library.curl_easy_cleanup(easy); }
CURLcode ccurl_easy_pause(CURL *easy, int mask) { return library.curl_easy_pause(easy, mask); }

#define SETTER(name, type)                                                                        \
    CURLcode name(CURL *easy, CURLoption option, type value) {                                    \
        return library.curl_easy_setopt(easy, option, value);                                     \
    }
SETTER(ccurl_set_long, long)
SETTER(ccurl_set_string, const char *)
SETTER(ccurl_set_pointer, void *)
SETTER(ccurl_set_list, struct curl_slist *)

CURLcode ccurl_set_offset(CURL *easy, CURLoption option, int64_t value) {
    return library.curl_easy_setopt(easy, option, (curl_off_t)value);
}

#define FUNCTION_SETTER(name, option, type)                                                       \
    CURLcode name(CURL *easy, type function) {                                                    \
        return library.curl_easy_setopt(easy, option, function);                                  \
    }
FUNCTION_SETTER(ccurl_set_read_function, CURLOPT_READFUNCTION, curl_read_callback)
FUNCTION_SETTER(ccurl_set_seek_function, CURLOPT_SEEKFUNCTION, curl_seek_callback)
FUNCTION_SETTER(ccurl_set_write_function, CURLOPT_WRITEFUNCTION, curl_write_callback)
FUNCTION_SETTER(ccurl_set_header_function, CURLOPT_HEADERFUNCTION, curl_write_callback)
FUNCTION_SETTER(ccurl_set_prerequest_function, CURLOPT_PREREQFUNCTION, curl_prereq_callback)
FUNCTION_SETTER(ccurl_set_open_socket_function, CURLOPT_OPENSOCKETFUNCTION,
                curl_opensocket_callback)
FUNCTION_SETTER(ccurl_set_close_socket_function, CURLOPT_CLOSESOCKETFUNCTION,
                curl_closesocket_callback)

long ccurl_get_long(CURL *easy, CURLINFO info) {
    long value = -1;
    return library.curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : -1;
}

int64_t ccurl_get_offset(CURL *easy, CURLINFO info) {
    curl_off_t value = -1;
    return library.curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : -1;
}

const char *ccurl_get_string(CURL *easy, CURLINFO info) {
    const char *value = NULL;
    return library.curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : NULL;
}

bool ccurl_read_before_failing(CURL *easy, bool is_http2) {
    struct curl_tlssessioninfo *session = NULL;
    CURLcode code = library.curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session);
    if (code != CURLE_OK || !session || session->backend != CURLSSLBACKEND_OPENSSL) return false;
    return session->internals && tls_write_filter_install(session->internals, is_http2);
}

struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *text) {
    return library.curl_slist_append(list, text);
}

void ccurl_list_free(struct curl_slist *list) { library.curl_slist_free_all(list); }

CURLM *ccurl_multi_init(void) { return library.curl_multi_init(); }
CURLMcode ccurl_multi_cleanup(CURLM *multi) { return library.curl_multi_cleanup(multi); }

CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return library.curl_multi_setopt(multi, option, value);
}

CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy) {
    return library.curl_multi_add_handle(multi, easy);
}

CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy) {
    return library.curl_multi_remove_handle(multi, easy);
}

CURLMcode ccurl_multi_set_socket_function(CURLM *multi, curl_socket_callback function,
                                          void *context) {
    CURLMcode code = library.curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, function);
    if (code != CURLM_OK) return code;
    return library.curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
}

CURLMcode ccurl_multi_set_timer_function(CURLM *multi, curl_multi_timer_callback function,
                                         void *context) {
    CURLMcode code = library.curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, function);
    if (code != CURLM_OK) return code;
    return library.curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}

CURLMcode ccurl_multi_act_on_socket(CURLM *multi, curl_socket_t socket, int events) {
    int running = 0;
    return library.curl_multi_socket_action(multi, socket, events, &running);
}

CURLMcode ccurl_multi_act_on_timeout(CURLM *multi) {
    return ccurl_multi_act_on_socket(multi, CURL_SOCKET_TIMEOUT, 0);
}

bool ccurl_multi_next_finished(CURLM *multi, CURL **easy, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = library.curl_multi_info_read(multi, &left))) {
        if (message->msg == CURLMSG_DONE) {
            *easy = message->easy_handle;
            *result = message->data.result;
            return true;
        }
    }
    return false;
}

curl_socket_t ccurl_socket_open(const struct curl_sockaddr *address) {
    int type = address->socktype;
#if defined(SOCK_CLOEXEC)
    type |= SOCK_CLOEXEC;
#endif
    return socket(address->family, type, address->protocol);
}

uint16_t ccurl_socket_local_port(curl_socket_t socket) {
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    memset(&address, 0, sizeof address);
    if (getsockname(socket, (struct sockaddr *)&address, &size) != 0) return 0;
    if (address.ss_family == AF_INET) {
        return ntohs(((struct sockaddr_in *)&address)->sin_port);
    }
    if (address.ss_family == AF_INET6) {
        return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    }
    return 0;
}
