package pagemark.redis;

import java.util.List;

/// `ready.lua`: marks slots READY by compare-and-set on the rebuild's nonce.
final class ReadyScript {
  private static final Script SCRIPT = Script.of("ready.lua");

  private ReadyScript() {}

  static ScriptCall call(List<byte[]> markers, String generation, String nonce) {
    return ScriptCall.of(SCRIPT, markers, generation, nonce);
  }

  /// The number of slots that do not have the nonce.
  static int countLost(Object reply) {
    return Math.toIntExact((Long) reply);
  }
}
