package pagemark.snapshot;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;

/// Calls a function's parts before its memory is stored, to be restored any number of times.
///
/// Nothing is done after a restoration: whatever was let go is had anew at its next use, and no
/// part holds what must differ between the restored (names, nonces and the like are made when they
/// are used). Where there is no SnapStart, as everywhere but in Lambda, nothing is ever called.
public final class SnapshotHooks {
  /// The runtime itself holds them weakly.
  private static final Queue<Resource> HELD = new ConcurrentLinkedQueue<>();

  private SnapshotHooks() {}

  /// @param part called before the snapshot; of several the last registered comes first
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
