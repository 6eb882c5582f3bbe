package pagemark.index;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The last acknowledged write of each slot. It is how a writer notices that a store has lost
/// writes:
///
/// 1. After each write, the writer keeps one [Witness] for the slot.
/// 2. Its next write into the slot checks that witness before it applies anything. If the witness
///    is gone, the write reports it with [#missed].
/// 3. A writer also notes its witnesses in `pagemark-state`, so that the repair function can check
///    them if the writer does not write again.
///
/// The witnesses take at most 16 MB; the oldest are dropped first. Each object belongs to one
/// writer.
public final class Witnesses {
  /// The maximum memory of all witnesses; beyond it the oldest are dropped.
  private static final int BYTES_MAX = 16 << 20;

  /// How many neighbouring slots share a witness in a sample.
  private static final int RANGE = 256;

  private record Slot(String generation, int number) {}

  private record Kept(Witness witness, boolean noted) {}

  /// The witnesses in the order of acknowledgement, the latest last.
  private final Map<Slot, Kept> kept = new LinkedHashMap<>();

  /// The witnesses that writes found gone, at most one for each slot.
  private final Map<Slot, Witness> gone = new LinkedHashMap<>();

  private int bytes;

  /// The witness that the next write into the slot must check. Null if there is none.
  public synchronized @Nullable Witness last(String generation, int slot) {
    Kept last = kept.get(new Slot(generation, slot));
    return last == null ? null : last.witness();
  }

  /// Keeps `witness` instead of the slot's last one. A row that the store could not hold is not
  /// kept, because it left nothing.
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

  /// Drops the slot's witness, because nothing is expected there any more.
  public synchronized void forget(String generation, int slot) {
    Kept gone = kept.remove(new Slot(generation, slot));
    bytes -= gone == null ? 0 : gone.witness().bytes();
  }

  /// Notes that a write found `witness` gone.
  public synchronized void missed(int slot, Witness witness) {
    Slot at = new Slot(witness.group().generation(), slot);
    gone.putIfAbsent(at, witness);
    if (witness.equals(last(at.generation(), slot))) {
      forget(at.generation(), slot);
    }
  }

  /// The witnesses that writes found gone and that are not settled yet. If there are any, the store
  /// has lost writes.
  public synchronized List<Witness> gone() {
    return List.copyOf(gone.values());
  }

  /// Settles witnesses whose loss is on record.
  public synchronized void settle(Collection<Witness> missed) {
    gone.values().removeAll(Set.copyOf(missed));
  }

  /// The witnesses that are in no note yet, the oldest first.
  public synchronized List<Witness> unnoted() {
    List<Witness> unnoted = new ArrayList<>();
    kept.values().stream().filter(k -> !k.noted()).forEach(k -> unnoted.add(k.witness()));
    return unnoted;
  }

  /// The latest witness that is in no note yet of each range of 256 slots: of the 16,384 slots of
  /// Redis, 64 at most for each generation. A node that loses writes of a range loses its latest
  /// one.
  public synchronized List<Witness> sample() {
    Map<Slot, Witness> latest = new LinkedHashMap<>();
    kept.forEach(
        (slot, k) -> {
          if (!k.noted()) {
            latest.put(new Slot(slot.generation(), slot.number() / RANGE), k.witness());
          }
        });
    return List.copyOf(latest.values());
  }

  /// Marks witnesses as noted.
  ///
  /// @param witnesses some that [#unnoted] or [#sample] has returned. Others are not marked, even
  ///   if they are equal, because to compare the contents of all takes much longer
  public synchronized void noted(Collection<Witness> witnesses) {
    Set<Witness> noted = Collections.newSetFromMap(new IdentityHashMap<>());
    noted.addAll(witnesses);
    kept.replaceAll((slot, k) -> noted.contains(k.witness()) ? new Kept(k.witness(), true) : k);
  }
}
