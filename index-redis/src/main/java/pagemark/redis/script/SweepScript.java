package pagemark.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;

/// `sweep.lua`: drops the fences of a group that no write needs any more.
public final class SweepScript {
  private static final Script SCRIPT = Script.of("clock.lua", "sweep.lua");

  private SweepScript() {}

  /// @param fences the common start of the names of two hashes of fences, which differ in a digit
  public static ScriptCall call(String generation, String fences, FenceTime time) {
    List<byte[]> arguments = new ArrayList<>(List.of(generation.getBytes(UTF_8)));
    time.addTo(arguments);
    List<byte[]> keys = List.of((fences + 0).getBytes(UTF_8), (fences + 1).getBytes(UTF_8));
    return ScriptCall.of(SCRIPT, keys, arguments.toArray());
  }
}
