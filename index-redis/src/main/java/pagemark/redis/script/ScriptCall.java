package pagemark.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;

/// One call of a script, with every key that it touches and its arguments.
public record ScriptCall(Script script, List<byte[]> keys, List<byte[]> arguments) {
  /// The maximum of keys and arguments together; a serverless cache accepts 3,999.
  public static final int KEYS_AND_ARGUMENTS_MAX = 3_900;

  static ScriptCall of(Script script, List<byte[]> keys, Object... arguments) {
    List<byte[]> bytes = new ArrayList<>();
    for (Object argument : arguments) {
      bytes.add(argument instanceof byte[] raw ? raw : argument.toString().getBytes(UTF_8));
    }
    return new ScriptCall(script, keys, bytes);
  }
}
