package pagemark.state;

/// Hashes with a secret that no table keeps.
public final class SampleHashes {
  private SampleHashes() {}

  public static KeyHashes ofThisProcess() {
    return new KeyHashes(new InMemoryState());
  }
}
