<?php
// PHP's own server and $_POST and $_FILES. Run from a shell it starts that server with itself as
// the script, prints the address and ends it when standard input ends.

if (PHP_SAPI === 'cli-server') {
    receive();
} else {
    serve();
}

function receive(): void
{
    $parts = [];
    foreach ($_POST as $name => $value) {
        $parts = array_merge($parts, fields((string) $name, $value));
    }
    foreach ($_FILES as $name => $file) {
        $parts = array_merge($parts, files((string) $name, $file));
    }
    $warning = error_get_last();
    if ($warning !== null) {
        http_response_code(400);
    }
    header('Content-Type: application/json');
    echo json_encode($warning === null ? $parts : ['error' => $warning['message']]);
}

/** `a[]` and `a[k]` are arrays in $_POST: their names are put together again. */
function fields(string $name, string|array $value): array
{
    if (is_string($value)) {
        return [part($name, null, null, $value)];
    }
    $parts = [];
    foreach ($value as $key => $element) {
        $parts = array_merge($parts, fields(element($name, $key, $value), $element));
    }
    return $parts;
}

/** In $_FILES each property of `a[]` is an array of its own. */
function files(string $name, array $file): array
{
    if (is_string($file['name'])) {
        $data = $file['tmp_name'] === '' ? '' : file_get_contents($file['tmp_name']);
        return [part($name, $file['name'], $file['type'] === '' ? null : $file['type'], $data)];
    }
    $parts = [];
    foreach (array_keys($file['name']) as $key) {
        $one = array_map(fn ($property) => $property[$key], $file);
        $parts = array_merge($parts, files(element($name, $key, $file['name']), $one));
    }
    return $parts;
}

function element(string $name, int|string $key, array $all): string
{
    return array_is_list($all) ? $name . '[]' : $name . '[' . $key . ']';
}

function part(string $name, ?string $filename, ?string $type, string $data): array
{
    return ['name' => $name, 'filename' => $filename, 'type' => $type,
            'size' => strlen($data), 'sha256' => hash('sha256', $data)];
}

function serve(): void
{
    $settings = [
        'post_max_size' => '256M', 'upload_max_filesize' => '256M', 'memory_limit' => '1G',
        'max_file_uploads' => '10000', 'max_input_vars' => '10000', 'display_errors' => '0',
        'max_multipart_body_parts' => '10000', 'upload_tmp_dir' => sys_get_temp_dir(),
    ];
    $command = [PHP_BINARY, '-n', '-S', '127.0.0.1:0'];
    foreach ($settings as $name => $value) {
        array_push($command, '-d', "$name=$value");
    }
    $command[] = __FILE__;
    $streams = [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['pipe', 'w']];
    $server = proc_open($command, $streams, $pipes);
    while (($line = fgets($pipes[2])) !== false) {
        if (preg_match('~\((http://[^)]+)\) started~', $line, $matches)) {
            echo $matches[1], '/ ', PHP_VERSION, "\n";
            flush();
            break;
        }
    }
    // Its log is read to the end, or the server would block on a full pipe.
    $open = [STDIN, $pipes[2]];
    while (count($open) === 2) {
        $readable = $open;
        $written = $failed = null;
        stream_select($readable, $written, $failed, null);
        foreach ($readable as $stream) {
            if (fread($stream, 65536) === '' && feof($stream)) {
                unset($open[array_search($stream, $open, true)]);
            }
        }
    }
    proc_terminate($server);
}
