package pagemark.redis.script;

import java.util.List;

/// `ready.lua`: marks slots READY by compare-and-set on the rebuild's nonce.
public final class ReadyScript {
  private static final Script SCRIPT = Script.of("ready.lua");

  private ReadyScript() {}

  public static ScriptCall call(List<byte[]> markers, String generation, String nonce) {
    return ScriptCall.of(SCRIPT, markers, generation, nonce);
  }

  /// The number of slots that do not have the nonce.
  public static int countLost(Object reply) {
    return Math.toIntExact((Long) reply);
  }
}
