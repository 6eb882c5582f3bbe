package pagemark.state.writer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import pagemark.index.Witness;

/// The writes that a store has acknowledged to a writer since its last note. Others can check them.
///
/// @param name together with `at`, unique in the generation
/// @param at when the store acknowledged the newest write, by the store's clock
/// @param since when the oldest record was created that was written since the last note
public record WitnessNote(
    String listing,
    String generation,
    String name,
    Instant at,
    Instant since,
    List<Witness> witnesses) {
  /// The maximum size of the witnesses of a note; an item of DynamoDB has at most 400 KB.
  private static final int BYTES_MAX = 250_000;

  public WitnessNote {
    witnesses = List.copyOf(witnesses);
  }

  /// Divides one generation's witnesses into notes, each small enough for an item.
  ///
  /// @param names supplies a name for each note
  public static List<WitnessNote> of(
      List<Witness> witnesses, Supplier<String> names, Instant at, Instant since) {
    List<WitnessNote> notes = new ArrayList<>();
    int from = 0;
    int bytes = 0;
    for (int i = 0; i < witnesses.size(); i++) {
      bytes += witnesses.get(i).bytes();
      if (bytes > BYTES_MAX || i == witnesses.size() - 1) {
        notes.add(of(names.get(), at, since, witnesses.subList(from, i + 1)));
        from = i + 1;
        bytes = 0;
      }
    }
    return notes;
  }

  private static WitnessNote of(String name, Instant at, Instant since, List<Witness> witnesses) {
    Witness any = witnesses.getFirst();
    return new WitnessNote(
        any.group().listing(), any.group().generation(), name, at, since, witnesses);
  }
}
