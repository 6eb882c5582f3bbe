package pagemark.redis.script;

import java.util.List;

/// `drop.lua`: removes a generation's markers from slots.
public final class DropScript {
  private static final Script SCRIPT = Script.of("drop.lua");

  private DropScript() {}

  public static ScriptCall call(List<byte[]> markers, String generation) {
    return ScriptCall.of(SCRIPT, markers, generation);
  }
}
