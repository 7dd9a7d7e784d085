# Plack::Request over HTTP::Server::PSGI; its parser is HTTP::Entity::Parser.
use v5.36;
use Digest::SHA qw(sha256_hex);
use Encode qw(decode);
use HTTP::Entity::Parser;
use HTTP::Server::PSGI;
use IO::Socket::INET;
use JSON::PP;
use Plack::Request;

sub part ($name, $filename, $type, $data) {
    return {
        name => text($name), filename => text($filename), type => text($type),
        size => length $data, sha256 => sha256_hex($data),
    };
}

sub text ($value) {
    return defined $value ? decode('UTF-8', $value) : undef;
}

sub read_parts ($request) {
    my @parts;
    $request->body_parameters->each(sub ($name, $value) {
        push @parts, part($name, undef, undef, $value);
    });
    $request->uploads->each(sub ($name, $upload) {
        open my $file, '<:raw', $upload->path or die "$!";
        my $data = do { local $/; <$file> } // '';
        push @parts, part($name, $upload->filename,
            scalar $upload->headers->header('Content-Type'), $data);
    });
    return \@parts;
}

my $application = sub ($environment) {
    my $parts = eval { read_parts(Plack::Request->new($environment)) };
    my $status = $parts ? 200 : 400;
    my $body = JSON::PP->new->ascii->encode($parts // { error => "$@" });
    return [$status, ['Content-Type' => 'application/json'], [$body]];
};

my $listener = IO::Socket::INET->new(Listen => 64, LocalAddr => '127.0.0.1', LocalPort => 0)
    or die "$@";
my $server = fork // die "$!";
if ($server == 0) {
    close STDIN;
    HTTP::Server::PSGI->new(listen_sock => $listener, host => '127.0.0.1',
        port => $listener->sockport)->run($application);
    exit 0;
}
$| = 1;
say 'http://127.0.0.1:', $listener->sockport, '/ ', Plack->VERSION,
    ', HTTP::Entity::Parser ', HTTP::Entity::Parser->VERSION;
1 while <STDIN>;
kill TERM => $server;
waitpid $server, 0;
