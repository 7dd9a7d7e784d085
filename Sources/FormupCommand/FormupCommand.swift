@main
enum FormupCommand {
    static func main() {}
}
