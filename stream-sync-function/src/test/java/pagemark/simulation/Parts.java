package pagemark.simulation;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
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
/// @param replays makes the function that the watch hands records to of the real one
record Parts(
    Function<InMemoryIndex, PageIndexWriter> rules,
    Freshness freshness,
    UnaryOperator<Rebuilds> kept,
    UnaryOperator<Function<DynamodbEvent, StreamsEventResponse>> replays) {
  static final Parts SOUND =
      new Parts(InMemoryIndex::writer, Freshness.DEFAULT, rebuilds -> rebuilds, handler -> handler);

  Parts rules(Function<InMemoryIndex, PageIndexWriter> other) {
    return new Parts(other, freshness, kept, replays);
  }

  Parts freshness(Freshness other) {
    return new Parts(rules, other, kept, replays);
  }

  Parts kept(UnaryOperator<Rebuilds> other) {
    return new Parts(rules, freshness, other, replays);
  }

  Parts replays(UnaryOperator<Function<DynamodbEvent, StreamsEventResponse>> other) {
    return new Parts(rules, freshness, kept, other);
  }
}
