#include "TLSWriteFilter.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* OpenSSL's own headers are not needed to build: this is what its interface has had since 1.1.0. */
typedef struct bio_st BIO;
typedef struct bio_method_st BIO_METHOD;
typedef struct ssl_st SSL;
typedef int write_function(BIO *, const char *, int);
typedef int read_function(BIO *, char *, int);
typedef long control_function(BIO *, int, long, void *);
typedef int destroy_function(BIO *);

enum {
    BIO_FLAGS_READ = 0x01,
    BIO_FLAGS_WRITE = 0x02,
    BIO_FLAGS_IO_SPECIAL = 0x04,
    BIO_FLAGS_SHOULD_RETRY = 0x08,
    BIO_FLAGS_RETRY = BIO_FLAGS_READ | BIO_FLAGS_WRITE | BIO_FLAGS_IO_SPECIAL | BIO_FLAGS_SHOULD_RETRY,
    BIO_TYPE_FILTER = 0x0200,
    BIO_CTRL_PUSH = 6,
    BIO_CTRL_POP = 7,
    BIO_CTRL_DUP = 12,
};

/* name, result, parameters */
#define FUNCTIONS(f)                                                                              \
    f(BIO_get_new_index, int, (void))                                                             \
    f(BIO_meth_new, BIO_METHOD *, (int, const char *))                                            \
    f(BIO_meth_set_write, int, (BIO_METHOD *, write_function *))                                  \
    f(BIO_meth_set_read, int, (BIO_METHOD *, read_function *))                                    \
    f(BIO_meth_set_ctrl, int, (BIO_METHOD *, control_function *))                                 \
    f(BIO_meth_set_destroy, int, (BIO_METHOD *, destroy_function *))                              \
    f(BIO_new, BIO *, (const BIO_METHOD *))                                                       \
    f(BIO_up_ref, int, (BIO *))                                                                   \
    f(BIO_set_init, void, (BIO *, int))                                                           \
    f(BIO_set_data, void, (BIO *, void *))                                                        \
    f(BIO_get_data, void *, (BIO *))                                                              \
    f(BIO_method_type, int, (const BIO *))                                                        \
    f(BIO_push, BIO *, (BIO *, BIO *))                                                            \
    f(BIO_next, BIO *, (BIO *))                                                                   \
    f(BIO_write, int, (BIO *, const void *, int))                                                 \
    f(BIO_read, int, (BIO *, void *, int))                                                        \
    f(BIO_ctrl, long, (BIO *, int, long, void *))                                                 \
    f(BIO_set_flags, void, (BIO *, int))                                                          \
    f(BIO_clear_flags, void, (BIO *, int))                                                        \
    f(BIO_test_flags, int, (const BIO *, int))                                                    \
    f(SSL_get_rbio, BIO *, (const SSL *))                                                         \
    f(SSL_get_wbio, BIO *, (const SSL *))                                                         \
    f(SSL_set_bio, void, (SSL *, BIO *, BIO *))

#define DECLARE(name, result, parameters) result(*name) parameters;
static struct {
    FUNCTIONS(DECLARE)
} openssl;

/* NULL where TLS is another library's, or one too old. */
static BIO_METHOD *method;
static int filter_type;

/* More than it takes to read all that a system holds for a socket. Who reads comes to the end of the
   connection before; who only writes, as at a shutdown, must not try for ever. */
enum { most_held_back_writes = 1000 };

/* Answers of HTTP/2 to what is read: settings, windows, pings. libcurl 7.88 takes one of them that has
   to wait for the end of the connection, while it reads. */
enum { most_control_bytes = 1024 };

typedef struct {
    bool is_http2;
    /* Reading came to the end of the connection, or to its error. */
    bool has_ended;
    int held_back_writes;
} filter_state;

/* What libcurl, or who wrote to it before, says of waiting is said of the filter as well. */
static void take_over_retry(BIO *bio, BIO *next) {
    openssl.BIO_clear_flags(bio, BIO_FLAGS_RETRY);
    openssl.BIO_set_flags(bio, openssl.BIO_test_flags(next, BIO_FLAGS_RETRY));
}

static bool has_failed(int result, BIO *next) {
    return result <= 0 && !openssl.BIO_test_flags(next, BIO_FLAGS_SHOULD_RETRY);
}

static int filter_write(BIO *bio, const char *bytes, int count) {
    BIO *next = openssl.BIO_next(bio);
    if (!next) return -1;
    int written = openssl.BIO_write(next, bytes, count);
    take_over_retry(bio, next);
    filter_state *state = openssl.BIO_get_data(bio);
    if (!has_failed(written, next) || state->has_ended
        || state->held_back_writes == most_held_back_writes) {
        return written;
    }
    state->held_back_writes += 1;
    /* Lost, as if it had been written right before the reset. */
    if (state->is_http2 && count <= most_control_bytes) return count;
    openssl.BIO_set_flags(bio, BIO_FLAGS_WRITE | BIO_FLAGS_SHOULD_RETRY);
    return -1;
}

static int filter_read(BIO *bio, char *bytes, int capacity) {
    BIO *next = openssl.BIO_next(bio);
    if (!next) return -1;
    int count = openssl.BIO_read(next, bytes, capacity);
    take_over_retry(bio, next);
    filter_state *state = openssl.BIO_get_data(bio);
    if (has_failed(count, next)) state->has_ended = true;
    return count;
}

static long filter_control(BIO *bio, int command, long number, void *pointer) {
    BIO *next = openssl.BIO_next(bio);
    if (!next || command == BIO_CTRL_PUSH || command == BIO_CTRL_POP || command == BIO_CTRL_DUP) {
        return 0;
    }
    long result = openssl.BIO_ctrl(next, command, number, pointer);
    take_over_retry(bio, next);
    return result;
}

static int filter_destroy(BIO *bio) {
    free(openssl.BIO_get_data(bio));
    return 1;
}

void tls_write_filter_load(void *library) {
    /* memcpy: ISO C has no conversion from an object pointer to a function pointer. */
#define FIND(name, result, parameters)                                                            \
    do {                                                                                          \
        void *address = dlsym(library, #name);                                                    \
        if (!address) return;                                                                     \
        memcpy(&openssl.name, &address, sizeof address);                                          \
    } while (0);
    FUNCTIONS(FIND)
    int index = openssl.BIO_get_new_index();
    if (index == -1) return;
    filter_type = index | BIO_TYPE_FILTER;
    method = openssl.BIO_meth_new(filter_type, "reads before it fails");
    if (!method) return;
    openssl.BIO_meth_set_write(method, filter_write);
    openssl.BIO_meth_set_read(method, filter_read);
    openssl.BIO_meth_set_ctrl(method, filter_control);
    openssl.BIO_meth_set_destroy(method, filter_destroy);
}

bool tls_write_filter_install(void *ssl, bool is_http2) {
    if (!method) return false;
    BIO *next = openssl.SSL_get_wbio(ssl);
    if (!next || openssl.SSL_get_rbio(ssl) != next) return false;
    if (openssl.BIO_method_type(next) == filter_type) return true;
    filter_state *state = calloc(1, sizeof *state);
    BIO *filter = state ? openssl.BIO_new(method) : NULL;
    if (!filter) {
        free(state);
        return false;
    }
    state->is_http2 = is_http2;
    openssl.BIO_set_data(filter, state);
    openssl.BIO_set_init(filter, 1);
    /* The connection lets go of what it had, which is the filter's from here on. */
    openssl.BIO_up_ref(next);
    openssl.BIO_push(filter, next);
    openssl.SSL_set_bio(ssl, filter, filter);
    return true;
}
