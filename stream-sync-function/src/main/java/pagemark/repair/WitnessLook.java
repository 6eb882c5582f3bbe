package pagemark.repair;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;
import pagemark.index.LookResult;
import pagemark.index.LookResult.Looked;
import pagemark.index.PageIndexWriter;
import pagemark.index.Witness;

/// Looks up witnesses in the index.
///
/// @param witnessed how long after the acknowledgment a witness must be there
public record WitnessLook(PageIndexWriter index, Duration witnessed) {
  private static final int WITNESSES_PER_CALL = 1_000;

  /// The result of a look.
  ///
  /// @param gone witnesses that the store no longer has
  /// @param untouched witnesses whose register nobody has written to since
  /// @param failure why some could not be looked up; null if all were
  public record Seen(
      List<Witness> gone, List<Witness> untouched, @Nullable IndexException failure) {}

  /// The witnesses that are gone.
  public List<Witness> gone(List<Witness> witnesses) {
    Seen seen = look(witnesses);
    if (seen.failure() != null) {
      throw seen.failure();
    }
    return seen.gone();
  }

  /// Looks up all witnesses, also if a part of the store cannot be reached.
  Seen look(List<Witness> witnesses) {
    Seen seen = new Seen(new ArrayList<>(), new ArrayList<>(), null);
    for (int from = 0; from < witnesses.size(); from += WITNESSES_PER_CALL) {
      List<Witness> some =
          witnesses.subList(from, Math.min(from + WITNESSES_PER_CALL, witnesses.size()));
      List<LookResult> results = index.look(some.stream().map(Witness::look).toList());
      for (int i = 0; i < some.size(); i++) {
        seen = judged(seen, some.get(i), results.get(i));
      }
    }
    return seen;
  }

  /// Adds one result. A witness in a slot without a marker is not gone: the whole slot is lost,
  /// which the missing marker shows already.
  private Seen judged(Seen seen, Witness witness, LookResult result) {
    switch (result) {
      case Looked(var at, var registers) -> {
        if (!at.isAfter(witness.at().plus(witnessed)) && !witness.isThere(registers.getFirst())) {
          seen.gone().add(witness);
        }
        if (witness.isUntouched(registers.getFirst())) {
          seen.untouched().add(witness);
        }
      }
      case LookResult.Unmarked() -> {}
      case LookResult.Failed(var cause) -> {
        return new Seen(seen.gone(), seen.untouched(), cause);
      }
    }
    return seen;
  }
}
