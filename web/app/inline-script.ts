// Runs before the first paint, so that neither the theme nor the code language flickers, and remembers a press of a
// button that comes before the page listens (ui/early-click.ts). It is kept as text, because its hash is in the
// Content-Security-Policy.
export const inlineScript = [
  "(function(){var d=document.documentElement;d.classList.add('js');try{",
  "var t=localStorage.getItem('theme');if(t==='light'||t==='dark')d.dataset.theme=t;",
  "var q=new URLSearchParams(location.search).get('lang'),l=q||localStorage.getItem('lang');",
  "if(/^(curl|node|java|python|php)$/.test(l))d.dataset.lang=l;",
  "if(localStorage.getItem('way')==='http')d.dataset.way='http';",
  "}catch(e){}addEventListener('click',function(e){",
  "if(!('live' in d.dataset))window.earlyClick=e.target.closest('[data-early]')||window.earlyClick;},true)})()",
].join("");
