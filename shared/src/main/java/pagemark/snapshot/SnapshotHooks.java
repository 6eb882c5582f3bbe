package pagemark.snapshot;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;

/// Runs code before SnapStart stores a function's memory. The snapshot is restored any number of
/// times.
///
/// Nothing runs after a restoration. Connections that were closed open again at their next use, and
/// no object keeps a value that must differ between restored copies: names, nonces and the like are
/// made when they are used. Without SnapStart, hooks never run.
public final class SnapshotHooks {
  /// Keeps the hooks alive, because the runtime holds them weakly.
  private static final Queue<Resource> HELD = new ConcurrentLinkedQueue<>();

  private SnapshotHooks() {}

  /// Registers `part` to run before the snapshot. Parts run in reverse order of registration.
  public static void before(Runnable part) {
    Resource hook = new Before(part);
    HELD.add(hook);
    Core.getGlobalContext().register(hook);
  }

  private record Before(Runnable part) implements Resource {
    @Override
    public void beforeCheckpoint(Context<? extends Resource> context) {
      part.run();
    }

    @Override
    public void afterRestore(Context<? extends Resource> context) {}
  }
}
