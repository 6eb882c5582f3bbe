package pagemark.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;

/// `sweep.lua`: drops the fences of a group that no write needs any more.
public final class SweepScript {
  private static final Script SCRIPT = Script.of("clock.lua", "sweep.lua");

  private SweepScript() {}

  public static ScriptCall call(String generation, IndexKeys group, FenceTime time) {
    List<byte[]> arguments = new ArrayList<>(List.of(generation.getBytes(UTF_8)));
    time.addTo(arguments);
    return new ScriptCall(SCRIPT, List.of(group.fence(0), group.fence(1)), arguments);
  }
}
