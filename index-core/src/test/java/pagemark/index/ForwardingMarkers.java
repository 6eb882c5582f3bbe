package pagemark.index;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Hands every call on to other markers, except what a test replaces.
public class ForwardingMarkers implements Markers {
  protected final Markers markers;

  protected ForwardingMarkers(Markers markers) {
    this.markers = markers;
  }

  @Override
  public int building(String generation, String nonce, Instant birth) {
    return markers.building(generation, nonce, birth);
  }

  @Override
  public int ready(String generation, String nonce) {
    return markers.ready(generation, nonce);
  }

  @Override
  public Map<State, Integer> count(String generation) {
    return markers.count(generation);
  }

  @Override
  public void drop(String generation) {
    markers.drop(generation);
  }

  @Override
  public Optional<StoredData> storedData() {
    return markers.storedData();
  }

  @Override
  public List<String> dangers() {
    return markers.dangers();
  }

  @Override
  public int slots() {
    return markers.slots();
  }
}
