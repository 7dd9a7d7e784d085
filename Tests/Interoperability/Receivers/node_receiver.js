// Node's http server: `node_receiver.js busboy` reads with busboy (as multer does), `fetch` with
// the built-in `Request.formData()`.
'use strict';
const { createHash } = require('node:crypto');
const { createServer } = require('node:http');

function part(name, filename, type, data) {
    return {
        name: name ?? null, filename: filename ?? null, type: type ?? null, size: data.length,
        sha256: createHash('sha256').update(data).digest('hex'),
    };
}

function readWithBusboy(request) {
    return new Promise((resolve, reject) => {
        const parts = [];
        const parser = require('busboy')({
            headers: request.headers, defParamCharset: 'utf8', preservePath: true,
            limits: { fieldSize: 1 << 28, parts: Infinity },
        });
        parser.on('field', (name, value) => {
            parts.push(part(name, null, null, Buffer.from(value)));
        });
        parser.on('file', (name, stream, { filename, mimeType }) => {
            const index = parts.push(null) - 1;
            const chunks = [];
            stream.on('data', (chunk) => chunks.push(chunk));
            stream.on('end', () => {
                parts[index] = part(name, filename, mimeType, Buffer.concat(chunks));
            });
            stream.on('error', reject);
        });
        parser.on('error', reject);
        parser.on('close', () => resolve(parts));
        request.pipe(parser);
    });
}

async function readWithFetch(request) {
    const chunks = [];
    for await (const chunk of request) {
        chunks.push(chunk);
    }
    const form = await new Request('http://127.0.0.1/', {
        method: 'POST', headers: { 'content-type': request.headers['content-type'] },
        body: Buffer.concat(chunks),
    }).formData();
    const parts = [];
    for (const [name, value] of form) {
        parts.push(typeof value === 'string'
            ? part(name, null, null, Buffer.from(value))
            : part(name, value.name, value.type, Buffer.from(await value.arrayBuffer())));
    }
    return parts;
}

const node = `node ${process.version}`;
const readers = {
    busboy: [readWithBusboy, () => `${require('busboy/package.json').version}, ${node}`],
    fetch: [readWithFetch, () => node],
};
const [read, version] = readers[process.argv[2]];

const server = createServer(async (request, response) => {
    response.setHeader('Content-Type', 'application/json');
    try {
        const parts = await read(request);
        response.end(JSON.stringify(parts));
    } catch (error) {
        // The rest of the body is read, or the client could not finish sending it.
        request.unpipe();
        request.resume();
        response.statusCode = 400;
        response.end(JSON.stringify({ error: String(error) }));
    }
});
server.listen(0, '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${server.address().port}/ ${version()}`);
});
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
