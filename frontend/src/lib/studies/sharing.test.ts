import { describe, expect, it } from "vitest";
import type { Link } from "../../protocol/wire";
import { expiresAt, opens } from "./sharing.svelte";

const NOW = Date.UTC(2030, 0, 1);
const LINK: Link = { id: 1, may_copy: false, comments: false, created_at: "2029-12-01T00:00:00Z", expires_at: null, revoked_at: null, token: null, frames: [] };

describe("a link", () => {
  it("opens the study until it is revoked or has expired", () => {
    expect(opens(LINK, NOW)).toBe(true);
    expect(opens({ ...LINK, revoked_at: "2029-12-31T00:00:00Z" }, NOW)).toBe(false);
    expect(opens({ ...LINK, expires_at: "2029-12-31T23:59:59Z" }, NOW)).toBe(false);
    expect(opens({ ...LINK, expires_at: "2030-01-01T00:00:01Z" }, NOW)).toBe(true);
  });

  it("ends when it is chosen to, or as it did", () => {
    expect(expiresAt("never", LINK, NOW)).toBeNull();
    expect(expiresAt("day", LINK, NOW)).toBe("2030-01-02T00:00:00.000Z");
    expect(expiresAt("week", LINK, NOW)).toBe("2030-01-08T00:00:00.000Z");
    expect(expiresAt("month", LINK, NOW)).toBe("2030-01-31T00:00:00.000Z");
    expect(expiresAt("kept", { ...LINK, expires_at: "2031-01-01T00:00:00Z" }, NOW)).toBe("2031-01-01T00:00:00Z");
    expect(expiresAt("kept", null, NOW)).toBeNull();
  });
});
