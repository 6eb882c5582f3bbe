package pagemark.dynamodb;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import pagemark.dynamodb.read.Readiness;
import pagemark.dynamodb.table.MarkerItem;
import pagemark.index.IndexException;
import pagemark.index.Markers.State;

/// Reads markers while the reader reads nodes, each in a thread of its own.
record MarkerLook(MarkerItem marker) implements Readiness {
  @Override
  public BooleanSupplier look(String generation) {
    FutureTask<Boolean> look =
        new FutureTask<>(() -> marker.state(generation).equals(Optional.of(State.READY)));
    Thread.startVirtualThread(look);
    return () -> result(look);
  }

  private static boolean result(FutureTask<Boolean> look) {
    try {
      return look.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IndexException.Unavailable("a read of a marker was interrupted", e);
    }
  }
}
