// What the receivers written in C and C++ share: JSON text of bytes, and digests.
#ifndef REPORTING_H
#define REPORTING_H

#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Writes UTF-8 `text` as a JSON string, or null.
static inline void write_string(FILE *output, const char *text) {
    if (text == NULL) {
        fputs("null", output);
        return;
    }
    fputc('"', output);
    for (const unsigned char *byte = (const unsigned char *)text; *byte != 0; byte++) {
        if (*byte < 0x20 || *byte == '"' || *byte == '\\') {
            fprintf(output, "\\u%04x", *byte);
        } else {
            fputc(*byte, output);
        }
    }
    fputc('"', output);
}

// Writes one part, its digest being 32 bytes of SHA-256.
static inline void write_part(FILE *output, const char *name, const char *filename,
                              const char *type, unsigned long long size,
                              const unsigned char *digest) {
    fputs("{\"name\":", output);
    write_string(output, name);
    fputs(",\"filename\":", output);
    write_string(output, filename);
    fputs(",\"type\":", output);
    write_string(output, type);
    fprintf(output, ",\"size\":%llu,\"sha256\":\"", size);
    for (int index = 0; index < 32; index++) {
        fprintf(output, "%02x", digest[index]);
    }
    fputs("\"}", output);
}

#endif
