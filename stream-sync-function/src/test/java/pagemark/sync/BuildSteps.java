package pagemark.sync;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import pagemark.index.Markers;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.Inexact;

/// Runs an action before and after each write of a build: register (1, 2), building (3, 4), ready
/// (5, 6), serve (7, 8).
final class BuildSteps implements Generations, Markers {
  static final int LAST = 8;

  private final Generations generations;
  private final Markers markers;
  private final IntConsumer happening;

  BuildSteps(Generations generations, Markers markers, IntConsumer happening) {
    this.generations = generations;
    this.markers = markers;
    this.happening = happening;
  }

  @Override
  public List<Generation> live(String listing) {
    return generations.live(listing);
  }

  @Override
  public void register(Generation generation) {
    happening.accept(1);
    generations.register(generation);
    happening.accept(2);
  }

  @Override
  public int building(String generation, String nonce, Instant birth) {
    happening.accept(3);
    int marked = markers.building(generation, nonce, birth);
    happening.accept(4);
    return marked;
  }

  @Override
  public int ready(String generation, String nonce) {
    happening.accept(5);
    int lost = markers.ready(generation, nonce);
    happening.accept(6);
    return lost;
  }

  @Override
  public void serve(String listing, String id) {
    happening.accept(7);
    generations.serve(listing, id);
    happening.accept(8);
  }

  @Override
  public List<Generation> retired(String listing) {
    return generations.retired(listing);
  }

  @Override
  public void remove(String listing, String id) {
    generations.remove(listing, id);
  }

  @Override
  public void mark(String listing, String id, Inexact mark) {
    generations.mark(listing, id, mark);
  }

  @Override
  public void clear(String listing, String id, Inexact mark) {
    generations.clear(listing, id, mark);
  }

  @Override
  public void suspend(String listing, String id) {
    generations.suspend(listing, id);
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
  public int slots() {
    return markers.slots();
  }
}
