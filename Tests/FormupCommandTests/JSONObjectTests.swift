import FormupCommand
import Foundation
import Testing

struct JSONObjectTests {
    @Test func membersKeepTheirOrder() {
        var inner = JSONObject()
        inner.set("é", "x")
        var object = JSONObject()
        object.set("z", 1)
        object.set("a", "b")
        object.set("none", nil as String?)
        object.set("list", ["p", "q"])
        object.set("on", true)
        object.setNull("length")
        object.set("seconds", .milliseconds(1520))
        object.set("inner", inner)
        #expect(
            object.description
                == #"{"z":1,"a":"b","list":["p","q"],"on":true,"length":null,"#
                + #""seconds":1.520,"inner":{"é":"x"}}"#
        )
        #expect(JSONObject().description == "{}")
    }

    @Test(arguments: [
        "\"\\\u{0}\n\r\t", "\u{7F}\u{9B}31m", "\u{202E}", "😀 漢", "\u{1B}]0;pwn\u{7}", "\r\n",
    ])
    func anyTextIsReadBackAndNothingCommandsATerminal(_ text: String) throws {
        var object = JSONObject()
        object.set("k", text)
        let controls = object.description.unicodeScalars.filter {
            $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0 == "\u{202E}"
        }
        #expect(controls.isEmpty)
        let read = try JSONSerialization.jsonObject(with: Data(object.description.utf8))
        #expect(
            (read as? [String: String])?["k"]?.unicodeScalars.elementsEqual(text.unicodeScalars)
                == true
        )
    }
}
