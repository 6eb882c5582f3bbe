package pagemark.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Optional;
import pagemark.index.Markers.State;

/// `state.lua`: a slot's state.
final class StateScript {
  private static final Script SCRIPT = Script.of("state.lua");

  private StateScript() {}

  static ScriptCall call(int slot, String generation) {
    return ScriptCall.of(SCRIPT, List.of(IndexKeys.marker(slot)), generation);
  }

  static Optional<State> state(Object reply) {
    String name = new String((byte[]) reply, UTF_8);
    return name.isEmpty() ? Optional.empty() : Optional.of(State.valueOf(name));
  }
}
