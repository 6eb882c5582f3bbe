package pagemark.redis;

import java.time.Instant;
import java.util.List;

/// `building.lua`: marks a slot BUILDING.
final class BuildingScript {
  private static final Script SCRIPT = Script.of("building.lua");

  private BuildingScript() {}

  static ScriptCall call(int slot, String generation, String nonce, Instant birth) {
    List<byte[]> keys = List.of(IndexKeys.marker(slot));
    return ScriptCall.of(SCRIPT, keys, generation, nonce, birth.toEpochMilli());
  }

  /// Whether the slot did not carry the nonce before.
  static boolean isNew(Object reply) {
    return (Long) reply == 1;
  }
}
