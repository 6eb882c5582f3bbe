package pagemark.redis.script;

import java.time.Instant;
import java.util.List;

/// `building.lua`: marks slots BUILDING.
public final class BuildingScript {
  private static final Script SCRIPT = Script.of("building.lua");

  private BuildingScript() {}

  public static ScriptCall call(
      List<byte[]> markers, String generation, String nonce, Instant birth) {
    return ScriptCall.of(SCRIPT, markers, generation, nonce, birth.toEpochMilli());
  }

  /// The number of slots that did not have the nonce before.
  public static int countNew(Object reply) {
    return Math.toIntExact((Long) reply);
  }
}
