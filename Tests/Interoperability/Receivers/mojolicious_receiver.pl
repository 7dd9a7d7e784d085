# Mojolicious' `req->body_params` and `->uploads` over its own daemon.
use v5.36;
use Digest::SHA qw(sha256_hex);
use Mojo::IOLoop;
use Mojo::Server::Daemon;
use Mojolicious;

sub part ($name, $filename, $type, $data) {
    return {
        name => $name, filename => $filename, type => $type,
        size => length $data, sha256 => sha256_hex($data),
    };
}

sub read_parts ($request) {
    my @parts;
    my $pairs = $request->body_params->pairs;
    for (my $index = 0; $index < @$pairs; $index += 2) {
        my $value = $pairs->[$index + 1];
        utf8::encode($value);
        push @parts, part($pairs->[$index], undef, undef, $value);
    }
    for my $upload ($request->uploads->@*) {
        push @parts, part($upload->name, $upload->filename, $upload->headers->content_type,
            $upload->slurp);
    }
    return \@parts;
}

my $application = Mojolicious->new(mode => 'production');
$application->log->level('fatal');
$application->max_request_size(0);
$application->routes->post('/' => sub ($context) {
    my $parts = eval { read_parts($context->req) };
    my $error = $context->req->error ? $context->req->error->{message} : $@;
    return $context->render(json => $parts) if $parts && !$error;
    $context->render(json => { error => $error }, status => 400);
});
my $daemon = Mojo::Server::Daemon->new(
    app => $application, listen => ['http://127.0.0.1'], silent => 1);
$daemon->start;
$| = 1;
say 'http://127.0.0.1:', $daemon->ports->[0], '/ ', Mojolicious->VERSION;

my $input = Mojo::IOLoop::Stream->new(\*STDIN)->timeout(0);
$input->on(close => sub { exit 0 });
Mojo::IOLoop->stream($input);
Mojo::IOLoop->start;
