package pagemark.redis;

import java.util.List;

/// `ready.lua`: marks a slot READY by compare-and-set on the rebuild's nonce.
final class ReadyScript {
  private static final Script SCRIPT = Script.of("ready.lua");

  private ReadyScript() {}

  static ScriptCall call(int slot, String generation, String nonce) {
    return ScriptCall.of(SCRIPT, List.of(IndexKeys.marker(slot)), generation, nonce);
  }

  static boolean isMarked(Object reply) {
    return (Long) reply == 1;
  }
}
