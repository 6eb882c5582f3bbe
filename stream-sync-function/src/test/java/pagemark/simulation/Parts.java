package pagemark.simulation;

import java.util.function.Function;
import java.util.function.UnaryOperator;
import pagemark.index.InMemoryIndex;
import pagemark.index.PageIndexWriter;
import pagemark.repair.Freshness;
import pagemark.state.Rebuilds;

/// What a schedule is run with; a test replaces one to see that it is needed.
///
/// @param rules makes the index that the handler talks to of the real one
/// @param freshness how long records are believed
/// @param kept makes the notes that rebuilds talk to of the real ones
record Parts(
    Function<InMemoryIndex, PageIndexWriter> rules,
    Freshness freshness,
    UnaryOperator<Rebuilds> kept) {
  static final Parts SOUND = new Parts(index -> index, Freshness.DEFAULT, rebuilds -> rebuilds);

  Parts with(UnaryOperator<Rebuilds> other) {
    return new Parts(rules, freshness, other);
  }
}
