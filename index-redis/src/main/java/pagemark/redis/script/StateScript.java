package pagemark.redis.script;

import java.util.List;
import pagemark.index.Markers.State;

/// `state.lua`: counts the states of slots.
public final class StateScript {
  private static final Script SCRIPT = Script.of("state.lua");

  private static final List<State> STATES = List.of(State.BUILDING, State.READY);

  private StateScript() {}

  public static ScriptCall call(List<byte[]> markers, String generation) {
    return ScriptCall.of(SCRIPT, markers, generation);
  }

  /// The number of slots in `state`.
  public static int count(Object reply, State state) {
    return Math.toIntExact((Long) ((List<?>) reply).get(STATES.indexOf(state)));
  }
}
