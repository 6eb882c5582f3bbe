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

/// Looks for what a store had acknowledged.
///
/// @param witnessed how long after it was acknowledged it must be there
public record WitnessLook(PageIndexWriter index, Duration witnessed) {
  private static final int WITNESSES_PER_CALL = 1_000;

  /// What a look found.
  ///
  /// @param gone what the store does not hold any more
  /// @param untouched what nobody has written to since
  /// @param unchecked what it could not be asked for; it may be gone or not
  /// @param failure why; null if all was checked
  public record Seen(
      List<Witness> gone,
      List<Witness> untouched,
      List<Witness> unchecked,
      @Nullable IndexException failure) {}

  /// Those that are gone.
  ///
  /// @throws IndexException.Unavailable where the store cannot be asked for one
  public List<Witness> gone(List<Witness> witnesses) {
    Seen seen = look(witnesses);
    if (seen.failure() != null) {
      throw seen.failure();
    }
    return seen.gone();
  }

  /// A part of the store that cannot be asked does not keep the others from being asked.
  Seen look(List<Witness> witnesses) {
    Seen seen = new Seen(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), null);
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

  /// A slot without a marker is never taken for an empty one.
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
        seen.unchecked().add(witness);
        return new Seen(seen.gone(), seen.untouched(), seen.unchecked(), cause);
      }
    }
    return seen;
  }
}
