package pagemark.simulation;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import pagemark.index.InMemoryIndex;
import pagemark.index.PageIndexWriter;
import pagemark.repair.Freshness;
import pagemark.state.rebuild.Rebuilds;

/// The replaceable parts of a schedule. A test replaces one to show that it is needed.
///
/// @param rules wraps the index for the handler
/// @param freshness how long records count as proof
/// @param kept wraps the notes for rebuilds
/// @param replays wraps the function to which the watch delivers records
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
