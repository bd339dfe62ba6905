// The columns of the footer and the pages behind them.
interface LinkTo {
  label: string;
  path: string;
}

const contactPage: LinkTo = { label: "Contact Us", path: "/contact-page" };

export const footerColumns: { title: string; links: LinkTo[] }[] = [
  {
    title: "About",
    links: [
      { label: "Company Overview", path: "/company-overview" },
      { label: "Careers", path: "/careers" },
      { label: "Press & Media", path: "/press-media" },
      { label: "Testimonials", path: "/testimonials" },
    ],
  },
  {
    title: "Resources",
    links: [
      { label: "Blog", path: "/blog" },
      { label: "Help Center", path: "/help-center" },
      { label: "Events", path: "/events" },
      { label: "Case Studies", path: "/case-studies" },
    ],
  },
  {
    title: "Support & Contact",
    links: [
      contactPage,
      { label: "Support", path: "/support" },
      { label: "Feedback", path: "/feedback" },
      { label: "Community", path: "/community" },
    ],
  },
  {
    title: "Legal",
    links: [
      { label: "Terms of Use", path: "/terms-of-use" },
      { label: "Privacy Policy", path: "/privacy-policy" },
      { label: "Security", path: "/security" },
    ],
  },
];

/** The 14 pages that are only announced so far. Their titles are the labels in the footer. */
export const comingSoonPages: LinkTo[] = footerColumns
  .flatMap((column) => column.links)
  .filter((link) => link !== contactPage);
