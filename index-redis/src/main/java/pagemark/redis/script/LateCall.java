package pagemark.redis.script;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A call that is built when it is sent. So the server works on the first calls while the client
/// builds the others.
public final class LateCall {
  private final byte[] key;
  private final Supplier<ScriptCall> build;
  private @Nullable ScriptCall built;

  /// @param key any of the call's keys
  public LateCall(byte[] key, Supplier<ScriptCall> build) {
    this.key = key;
    this.build = build;
  }

  public static LateCall of(ScriptCall call) {
    return new LateCall(call.keys().getFirst(), () -> call);
  }

  /// A key of the call, which says which node gets it.
  public byte[] key() {
    return key;
  }

  /// The call, which is built once.
  public synchronized ScriptCall call() {
    if (built == null) {
      built = build.get();
    }
    return built;
  }
}
