package pagemark.state;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Hashes with a secret that no table keeps.
public final class SampleHashes {
  private SampleHashes() {}

  public static KeyHashes ofThisProcess() {
    byte[] secret = "a secret of 32 bytes for samples".getBytes(UTF_8);
    return new KeyHashes(() -> secret);
  }
}
