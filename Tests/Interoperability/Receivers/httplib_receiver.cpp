// cpp-httplib's `Request::files`. Its classes have a layout that depends on these three, and
// Debian builds the library with all of them.
#define CPPHTTPLIB_OPENSSL_SUPPORT
#define CPPHTTPLIB_ZLIB_SUPPORT
#define CPPHTTPLIB_BROTLI_SUPPORT
#include <httplib.h>

#include <unistd.h>

#include <cstdlib>
#include <thread>

#include "reporting.h"

static std::string parts(const httplib::Request &request) {
    char *text = nullptr;
    size_t length = 0;
    FILE *output = open_memstream(&text, &length);
    const char *separator = "[";
    for (const auto &[name, part] : request.files) {
        unsigned char digest[32];
        gnutls_hash_fast(GNUTLS_DIG_SHA256, part.content.data(), part.content.size(), digest);
        fputs(separator, output);
        // The interface holds absent and empty in the same way.
        write_part(output, name.c_str(), part.filename.empty() ? nullptr : part.filename.c_str(),
                   part.content_type.empty() ? nullptr : part.content_type.c_str(),
                   part.content.size(), digest);
        separator = ",";
    }
    fputs(request.files.empty() ? "[]" : "]", output);
    fclose(output);
    std::string answer(text, length);
    free(text);
    return answer;
}

int main() {
    httplib::Server server;
    server.Post("/", [](const httplib::Request &request, httplib::Response &response) {
        response.set_content(parts(request), "application/json");
    });
    int port = server.bind_to_any_port("127.0.0.1");
    printf("http://127.0.0.1:%d/ %s\n", port, CPPHTTPLIB_VERSION);
    fflush(stdout);
    std::thread([] {
        char byte;
        while (read(STDIN_FILENO, &byte, 1) > 0) {
        }
        _exit(0);
    }).detach();
    return server.listen_after_bind() ? 0 : 1;
}
