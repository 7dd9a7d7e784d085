# `ruby_receiver.rb rack` is Rack::Request#POST, which Rails and Sinatra hand on, over WEBrick;
# `webrick` is WEBrick's own HTTPRequest#query.
require 'digest'
require 'json'
require 'webrick'

def part(name, filename, type, data)
  { name: text(name), filename: text(filename), type: text(type),
    size: data.bytesize, sha256: Digest::SHA256.hexdigest(data) }
end

def text(value)
  value&.dup&.force_encoding('UTF-8')
end

# `a[]` and `a[k]` are arrays and hashes in Rack: their names are put together again.
def rack_parts(name, value)
  case value
  when Array then value.flat_map { |element| rack_parts("#{name}[]", element) }
  when Hash
    if value.key?(:tempfile)
      return [part(name, value[:filename], value[:type], value[:tempfile].read)]
    end
    value.flat_map { |key, element| rack_parts("#{name}[#{key}]", element) }
  else [part(name, nil, nil, value)]
  end
end

def read_with_rack(environment)
  Rack::Request.new(environment).POST.flat_map { |name, value| rack_parts(name, value) }
end

def read_with_webrick(request)
  request.query.values.flat_map do |data|
    parts = []
    data.each_data do |one|
      type = one['content-type']
      parts << part(one.name, one.filename, type.empty? ? nil : type, one.to_s)
    end
    parts
  end
end

def answer
  [200, JSON.generate(yield)]
rescue StandardError => e
  [400, JSON.generate(error: "#{e.class}: #{e.message}")]
end

server = WEBrick::HTTPServer.new(
  BindAddress: '127.0.0.1', Port: 0, AccessLog: [], Logger: WEBrick::Log.new(File::NULL)
)
if ARGV[0] == 'rack'
  require 'rack'
  Rack::Utils.multipart_file_limit = 0
  Rack::Utils.multipart_total_part_limit = 0
  version = "#{Rack.release}, Ruby #{RUBY_VERSION}"
  server.mount '/', Rack::Handler::WEBrick, (proc do |environment|
    status, body = answer { read_with_rack(environment) }
    [status, { 'Content-Type' => 'application/json' }, [body]]
  end)
else
  version = "#{WEBrick::VERSION}, Ruby #{RUBY_VERSION}"
  server.mount_proc '/' do |request, response|
    response.status, response.body = answer { read_with_webrick(request) }
    response.content_type = 'application/json'
  end
end
Thread.new do
  $stdin.read
  exit!(0)
end
puts "http://127.0.0.1:#{server.config[:Port]}/ #{version}"
$stdout.flush
server.start
