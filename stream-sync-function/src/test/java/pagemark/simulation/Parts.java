package pagemark.simulation;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import pagemark.index.InMemoryIndex;
import pagemark.index.Markers;
import pagemark.index.PageIndexWriter;
import pagemark.rebuild.RebuildSettings;
import pagemark.rebuild.TestSettings;
import pagemark.repair.IndexedTable.Freshness;
import pagemark.state.rebuild.Rebuilds;

/// The replaceable parts of a schedule. A test replaces one to show that it is needed.
///
/// @param rules wraps the index for the handler
/// @param freshness how long records count as proof
/// @param rebuilt the parts of rebuilds
/// @param replays wraps the function to which the watch delivers records
record Parts(
    Function<InMemoryIndex, PageIndexWriter> rules,
    Freshness freshness,
    Rebuilt rebuilt,
    UnaryOperator<Function<DynamodbEvent, StreamsEventResponse>> replays) {
  static final Parts SOUND =
      new Parts(InMemoryIndex::writer, Freshness.DEFAULT, Rebuilt.SOUND, handler -> handler);

  /// The replaceable parts of rebuilds.
  ///
  /// @param kept wraps their notes
  /// @param markers wraps the markers
  /// @param freshness says how long rows count as proof
  record Rebuilt(
      UnaryOperator<Rebuilds> kept,
      UnaryOperator<Markers> markers,
      RebuildSettings settings,
      Freshness freshness) {
    /// As many as a page has, so that a merge takes several calls.
    private static final int ROWS_PER_CALL = 2;

    static final Rebuilt SOUND =
        new Rebuilt(
            rebuilds -> rebuilds,
            markers -> markers,
            TestSettings.rowsPerCall(RebuildSettings.DEFAULT, ROWS_PER_CALL),
            Freshness.DEFAULT);

    Rebuilt kept(UnaryOperator<Rebuilds> other) {
      return new Rebuilt(other, markers, settings, freshness);
    }

    Rebuilt markers(UnaryOperator<Markers> other) {
      return new Rebuilt(kept, other, settings, freshness);
    }

    Rebuilt settings(RebuildSettings other) {
      return new Rebuilt(kept, markers, other, freshness);
    }

    Rebuilt freshness(Freshness other) {
      return new Rebuilt(kept, markers, settings, other);
    }
  }

  Parts rules(Function<InMemoryIndex, PageIndexWriter> other) {
    return new Parts(other, freshness, rebuilt, replays);
  }

  Parts freshness(Freshness other) {
    return new Parts(rules, other, rebuilt, replays);
  }

  Parts rebuilt(UnaryOperator<Rebuilt> change) {
    return new Parts(rules, freshness, change.apply(rebuilt), replays);
  }

  Parts replays(UnaryOperator<Function<DynamodbEvent, StreamsEventResponse>> other) {
    return new Parts(rules, freshness, rebuilt, other);
  }
}
