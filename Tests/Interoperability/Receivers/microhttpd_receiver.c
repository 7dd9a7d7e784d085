// GNU libmicrohttpd's own server and post processor.
#include <arpa/inet.h>
#include <microhttpd.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <unistd.h>

#include "reporting.h"

struct upload {
    struct MHD_PostProcessor *processor;
    FILE *answer;
    char *text;
    size_t length;
    unsigned count;
    bool refused;
    // The part that is being read.
    char *name, *filename, *type;
    unsigned long long size;
    gnutls_hash_hd_t digest;
};

static char *copied(const char *text) { return text == NULL ? NULL : strdup(text); }

static void end_part(struct upload *upload) {
    if (upload->digest == NULL) {
        return;
    }
    unsigned char digest[32];
    gnutls_hash_deinit(upload->digest, digest);
    upload->digest = NULL;
    if (upload->count++ > 0) {
        fputc(',', upload->answer);
    }
    write_part(upload->answer, upload->name, upload->filename, upload->type, upload->size, digest);
    free(upload->name);
    free(upload->filename);
    free(upload->type);
}

static bool same(const char *one, const char *other) {
    return one == other || (one != NULL && other != NULL && strcmp(one, other) == 0);
}

// Whether a piece at offset 0 starts a part. When the first piece was empty, because no more of the
// content had arrived, the next one stands at offset 0 again: the interface doesn't tell that from
// a second part of the same name, filename and type after an empty one.
static bool starts_part(const struct upload *upload, const char *name, const char *filename,
                        const char *type) {
    return upload->digest == NULL || upload->size > 0 || !same(upload->name, name)
        || !same(upload->filename, filename) || !same(upload->type, type);
}

// Called for each piece of a part's content.
static enum MHD_Result receive_piece(void *context, enum MHD_ValueKind kind, const char *name,
                                     const char *filename, const char *type,
                                     const char *transfer_encoding, const char *data,
                                     uint64_t offset, size_t size) {
    (void)kind;
    (void)transfer_encoding;
    struct upload *upload = context;
    if (offset == 0 && starts_part(upload, name, filename, type)) {
        end_part(upload);
        upload->name = copied(name);
        upload->filename = copied(filename);
        upload->type = copied(type);
        upload->size = 0;
        gnutls_hash_init(&upload->digest, GNUTLS_DIG_SHA256);
    }
    upload->size += size;
    gnutls_hash(upload->digest, data, size);
    return MHD_YES;
}

static enum MHD_Result respond(struct MHD_Connection *connection, struct upload *upload) {
    if (upload->processor == NULL || MHD_destroy_post_processor(upload->processor) != MHD_YES) {
        upload->refused = true;
    }
    upload->processor = NULL;
    end_part(upload);
    fputc(']', upload->answer);
    fflush(upload->answer);
    static char refusal[] = "{\"error\":\"the post processor refused the body\"}";
    struct MHD_Response *response = MHD_create_response_from_buffer(
        upload->refused ? strlen(refusal) : upload->length,
        upload->refused ? refusal : upload->text, MHD_RESPMEM_MUST_COPY);
    MHD_add_response_header(response, "Content-Type", "application/json");
    enum MHD_Result result = MHD_queue_response(
        connection, upload->refused ? MHD_HTTP_BAD_REQUEST : MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *target,
                              const char *method, const char *version, const char *data,
                              size_t *size, void **state) {
    (void)context;
    (void)target;
    (void)method;
    (void)version;
    struct upload *upload = *state;
    if (upload == NULL) {
        upload = calloc(1, sizeof *upload);
        *state = upload;
        upload->answer = open_memstream(&upload->text, &upload->length);
        fputc('[', upload->answer);
        upload->processor =
            MHD_create_post_processor(connection, 65536, receive_piece, upload);
        return MHD_YES;
    }
    if (*size == 0) {
        return respond(connection, upload);
    }
    if (upload->processor != NULL
        && MHD_post_process(upload->processor, data, *size) != MHD_YES) {
        upload->refused = true;
    }
    *size = 0;
    return MHD_YES;
}

static void complete(void *context, struct MHD_Connection *connection, void **state,
                     enum MHD_RequestTerminationCode code) {
    (void)context;
    (void)connection;
    (void)code;
    struct upload *upload = *state;
    if (upload == NULL) {
        return;
    }
    if (upload->processor != NULL) {
        MHD_destroy_post_processor(upload->processor);
    }
    end_part(upload);
    fclose(upload->answer);
    free(upload->text);
    free(upload);
}

int main(void) {
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD, 0, NULL, NULL, handle, NULL, MHD_OPTION_SOCK_ADDR,
        &address, MHD_OPTION_NOTIFY_COMPLETED, complete, NULL, MHD_OPTION_END);
    if (daemon == NULL) {
        fputs("libmicrohttpd can't listen on 127.0.0.1\n", stderr);
        return 1;
    }
    unsigned port = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
    printf("http://127.0.0.1:%u/ %s\n", port, MHD_get_version());
    fflush(stdout);
    char byte;
    while (read(STDIN_FILENO, &byte, 1) > 0) {
    }
    MHD_stop_daemon(daemon);
    return 0;
}
