package pagemark.redis;

import java.util.List;

/// `drop.lua`: takes a generation's marker from a slot.
final class DropScript {
  private static final Script SCRIPT = Script.of("drop.lua");

  private DropScript() {}

  static ScriptCall call(int slot, String generation) {
    return ScriptCall.of(SCRIPT, List.of(IndexKeys.marker(slot)), generation);
  }
}
