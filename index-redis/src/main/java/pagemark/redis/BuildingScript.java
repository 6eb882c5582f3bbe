package pagemark.redis;

import java.time.Instant;
import java.util.List;

/// `building.lua`: marks slots BUILDING.
final class BuildingScript {
  private static final Script SCRIPT = Script.of("building.lua");

  private BuildingScript() {}

  static ScriptCall call(List<byte[]> markers, String generation, String nonce, Instant birth) {
    return ScriptCall.of(SCRIPT, markers, generation, nonce, birth.toEpochMilli());
  }

  /// The number of slots that did not have the nonce before.
  static int countNew(Object reply) {
    return Math.toIntExact((Long) reply);
  }
}
