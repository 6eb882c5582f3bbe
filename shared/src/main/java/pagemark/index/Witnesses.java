package pagemark.index;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a writer had acknowledged last in each slot. Its next write there checks that, before it
/// applies anything; until then others can, by the writer's notes. Each is used by one writer.
public final class Witnesses {
  /// The oldest leave beyond that.
  private static final int BYTES_MAX = 16 << 20;

  private record Slot(String generation, int number) {}

  private record Kept(Witness witness, boolean noted) {}

  /// The one that was acknowledged last is the last.
  private final Map<Slot, Kept> kept = new LinkedHashMap<>();

  /// At most one of each slot.
  private final Map<Slot, Witness> gone = new LinkedHashMap<>();

  private int bytes;

  /// What the next write into the slot checks; null if there is nothing.
  public synchronized @Nullable Witness last(String generation, int slot) {
    Kept last = kept.get(new Slot(generation, slot));
    return last == null ? null : last.witness();
  }

  /// Keeps it in place of the slot's last one. A row that could not be held leaves nothing.
  public synchronized void acknowledged(int slot, Witness witness) {
    if (witness.fence() == null && witness.entry() == null) {
      return;
    }
    forget(witness.group().generation(), slot);
    kept.put(new Slot(witness.group().generation(), slot), new Kept(witness, false));
    bytes += witness.bytes();
    while (bytes > BYTES_MAX) {
      Slot oldest = kept.keySet().iterator().next();
      forget(oldest.generation(), oldest.number());
    }
  }

  /// What was acknowledged in the slot is not expected there any more.
  public synchronized void forget(String generation, int slot) {
    Kept gone = kept.remove(new Slot(generation, slot));
    bytes -= gone == null ? 0 : gone.witness().bytes();
  }

  /// A write found that it is not there any more.
  public synchronized void missed(int slot, Witness witness) {
    Slot at = new Slot(witness.group().generation(), slot);
    gone.putIfAbsent(at, witness);
    if (witness.equals(last(at.generation(), slot))) {
      forget(at.generation(), slot);
    }
  }

  /// Those that writes have missed, until they are settled: the store is thinner than it was.
  public synchronized List<Witness> gone() {
    return List.copyOf(gone.values());
  }

  /// It is on record that they are gone.
  public synchronized void settle(Collection<Witness> missed) {
    gone.values().removeAll(Set.copyOf(missed));
  }

  /// Those that no note has, the oldest first.
  public synchronized List<Witness> unnoted() {
    List<Witness> unnoted = new ArrayList<>();
    kept.values().stream().filter(k -> !k.noted()).forEach(k -> unnoted.add(k.witness()));
    return unnoted;
  }

  /// A note has them.
  public synchronized void noted(Collection<Witness> witnesses) {
    Set<Witness> noted = Set.copyOf(witnesses);
    kept.replaceAll((slot, k) -> noted.contains(k.witness()) ? new Kept(k.witness(), true) : k);
  }
}
