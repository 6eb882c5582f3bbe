package pagemark.state;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import pagemark.index.Witness;

/// What a store had acknowledged to a writer since its last note, for others to check.
///
/// @param name no other note of the generation has both it and `at`
/// @param since the oldest record that was written since the last note was created then
public record WitnessNote(
    String listing,
    String generation,
    String name,
    Instant at,
    Instant since,
    List<Witness> witnesses) {
  /// An item of DynamoDB has at most 400 KB.
  private static final int BYTES_MAX = 250_000;

  public WitnessNote {
    witnesses = List.copyOf(witnesses);
  }

  /// Notes of one generation's witnesses, each small enough to be kept.
  ///
  /// @param names one for each note
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
