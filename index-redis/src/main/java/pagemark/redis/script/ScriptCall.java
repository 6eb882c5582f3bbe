package pagemark.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;

/// One call of a script, with every key that it touches and its arguments. These are built when the
/// call is sent. So a server works on the first of many calls while the client builds the others.
public final class ScriptCall {
  /// The maximum of keys and arguments together; a serverless cache accepts 3,999.
  public static final int KEYS_AND_ARGUMENTS_MAX = 3_900;

  /// Builds the keys and arguments of a call.
  @FunctionalInterface
  interface Operands {
    /// Adds at least one key.
    void addTo(List<byte[]> keys, List<byte[]> arguments);
  }

  private final Script script;
  private final byte[] key;
  private final Operands operands;
  private final List<byte[]> keys = new ArrayList<>();
  private final List<byte[]> arguments = new ArrayList<>();

  /// @param key a key of the node that must get the call
  ScriptCall(Script script, byte[] key, Operands operands) {
    this.script = script;
    this.key = key;
    this.operands = operands;
  }

  public static ScriptCall of(Script script, List<byte[]> keys, Object... arguments) {
    return new ScriptCall(
        script,
        keys.getFirst(),
        (allKeys, allArguments) -> {
          allKeys.addAll(keys);
          for (Object argument : arguments) {
            allArguments.add(
                argument instanceof byte[] raw ? raw : argument.toString().getBytes(UTF_8));
          }
        });
  }

  public Script script() {
    return script;
  }

  /// A key of the node that must get the call.
  public byte[] key() {
    return key;
  }

  public List<byte[]> keys() {
    build();
    return keys;
  }

  public List<byte[]> arguments() {
    build();
    return arguments;
  }

  private synchronized void build() {
    if (keys.isEmpty()) {
      operands.addTo(keys, arguments);
    }
  }
}
